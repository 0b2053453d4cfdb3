class A {
  static void f(int n) {
    X.x();
    B.g(n);
  }

  static void g(int n) {
    X.p(n);
  }
}

class B {
  static void g(int n) {}
}
