class A {
  void k(Object o) {
    C.a();
  }
}

class B extends A {
  void k(String s) {
    C.b();
  }

  void m(String s) {
    k(s);
  }
}
