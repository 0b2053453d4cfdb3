class A {
  D d;

  void f() {
    D x = d.next();
    h(x, x);
  }
}
