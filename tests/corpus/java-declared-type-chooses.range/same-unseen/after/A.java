class A {
  int n;
  D d;

  void f(List<Object> a) {
    h(a.get(0));
  }
}
