class A {
  void g(Object o) {
    a();
  }

  void g(String o) {
    b();
  }

  String s;

  private Object k() {
    return s;
  }

  void f() {
    g(s);
  }
}
