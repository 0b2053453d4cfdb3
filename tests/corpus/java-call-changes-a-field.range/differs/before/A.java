class A {
  int n;

  int h() {
    n = 5;
    return 1;
  }

  int m() {
    int x = n;
    return h() + x;
  }
}
