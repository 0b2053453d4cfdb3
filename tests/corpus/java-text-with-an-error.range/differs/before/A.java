class A {
  int n;
  D d;

  Object f(int a) {
    List<? extends T> x = h(a);
    return x;
  }
}
