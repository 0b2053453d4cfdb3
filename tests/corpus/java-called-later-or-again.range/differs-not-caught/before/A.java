class A {
  void f() {
    try {
      a(n);
      b();
    } catch (E e) {
      c();
    }
  }

  int n;
}
