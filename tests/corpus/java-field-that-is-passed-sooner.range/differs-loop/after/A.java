class A {
  int n;
  void f(int m) {
    while (m > 0) {
      n--;
    }
  }
  void h() {
    f(n);
  }
}
