class A {
  void k(Object o) {
    a();
  }

  void k(String s) {
    b();
  }

  String s;

  void f() {
    k(s);
  }
}
