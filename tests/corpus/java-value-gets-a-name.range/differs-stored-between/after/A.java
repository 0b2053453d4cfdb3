class A {
  String n;

  void f() {
    n = null;
    h(n);
  }
}
