class A {
  void k(Object o) {
    a();
  }

  void k(String s) {
    b();
  }

  String s;

  void f() {
    var x = s;
    k(x);
  }
}
