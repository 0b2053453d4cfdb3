class C {
  static void k(Object b) {
    C.x();
  }

  static void k(A a) {
    C.y();
  }
}

class B {}

class A extends B {
  void m() {
    C.k(this);
  }
}
