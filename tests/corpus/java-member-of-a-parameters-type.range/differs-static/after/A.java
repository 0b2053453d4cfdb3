class A {
  void f(C b) {
    b.k();
  }
}

class B {
  static void k() {
    a();
  }
}

class C extends B {
  static void k() {
    b();
  }
}
