class A {
  <T> T g() {
    return null;
  }

  void f() {
    var k = g();
    log(k);
  }
}
