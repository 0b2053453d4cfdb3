class A {
  int n;
  D d;

  Object g(int a) {
    List<? extends T> y = h(a);
    return y;
  }
}
