class A {
  void g(Object o) {
    a();
  }

  void g(String s) {
    b();
  }
}

class B extends A {
  void m(Object s) {
    g(s);
  }
}
