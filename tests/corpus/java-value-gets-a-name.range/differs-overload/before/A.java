class A {
  int n;
  D d;

  void f() {
    h(d.next());
  }
}
