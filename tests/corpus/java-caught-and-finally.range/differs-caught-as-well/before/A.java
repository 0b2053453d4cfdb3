class A {
  void f() {
    a();
    try {
      b();
    } catch (E e) {
      c();
    }
  }
}
