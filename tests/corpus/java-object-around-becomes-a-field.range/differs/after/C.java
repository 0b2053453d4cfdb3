class C {
  P p;
  A a;
  A b;
  void f() {
    a.done(p);
    b.done(p);
  }
}
