class C {
  P p;
  C a;
  void done(P p) {
  }
  void f() {
    a.done(p);
    a.f();
  }
}
