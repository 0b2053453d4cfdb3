class A {
  void f() {
    try {
      a();
    } catch (E e) {
      b();
    }
  }
}
