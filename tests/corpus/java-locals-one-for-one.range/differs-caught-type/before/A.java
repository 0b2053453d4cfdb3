class A {
  void f() {
    try {
      a();
    } catch (E | F e) {
      b();
    }
  }
}
