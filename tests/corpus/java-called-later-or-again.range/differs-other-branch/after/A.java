class A {
  int n;

  void f(D a) {
    if (a.x()) {
      r();
    } else {
      g();
    }
  }

  void g() {
    p(n);
    q(n);
  }
}
