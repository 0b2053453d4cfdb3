class A {
  static void f(int n) {
    X.x();
    X.p(n);
  }
}

class B {
  static void g(int n) {}
}
