class A {
  int n;

  int h() {
    n++;
    return 1;
  }

  int m() {
    int x = h();
    return n + x;
  }
}
