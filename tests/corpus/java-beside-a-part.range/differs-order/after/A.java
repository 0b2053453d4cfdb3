class A {
  int n;
  D d;

  void f(D a) {
    g(a);
    a.z();
  }

  void g(D b) {
    b.y(n);
    b.x();
  }
}
