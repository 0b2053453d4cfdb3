class A {
  D d;

  void f() {
    h(d.next(), d.next());
  }
}
