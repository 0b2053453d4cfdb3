class A {
  int n;
  void f() {
    while (n > 0) {
      n--;
    }
  }
  void h() {
    f();
  }
}
