class A {
  D d;

  void f() {
    D x = d.next();
    while (c()) x.k();
  }
}
