class A {
  void f() {
    try {
      a();
      b();
    } catch (E e) {
      c();
    }
  }
}
