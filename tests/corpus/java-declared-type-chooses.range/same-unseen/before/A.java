class A {
  int n;
  D d;

  void f(List<String> a) {
    h(a.get(0));
  }
}
