class B {
  int v;
}

class A {
  int v;

  void f(B b) {
    x();
    p(b.v, v);
    y();
  }

  static void p(int i, int j) {}
}
