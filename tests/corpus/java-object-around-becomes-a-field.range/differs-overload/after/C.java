class C {
  P p;
  A a;
  void f() {
    a.done(p);
  }
}
