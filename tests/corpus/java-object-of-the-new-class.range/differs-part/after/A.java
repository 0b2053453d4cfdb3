class B {
  int v;

  void g(A a) {
    A.p(v, v);
  }
}

class A {
  int v;

  void f(B b) {
    x();
    b.g(this);
    y();
  }

  static void p(int i, int j) {}
}
