class A {
  int g() {
    return null;
  }

  void f() {
    var k = g();
    log(k);
  }
}
