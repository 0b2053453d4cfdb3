class A {
  void k(Object o) {
    C.a();
  }

  void m(String s) {
    k(s);
  }
}

class B extends A {
  void k(String s) {
    C.b();
  }
}
