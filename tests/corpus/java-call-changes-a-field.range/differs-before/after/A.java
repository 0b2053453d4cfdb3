class A {
  int n;

  int h() {
    n++;
    return 1;
  }

  int m() {
    return n + h();
  }
}
