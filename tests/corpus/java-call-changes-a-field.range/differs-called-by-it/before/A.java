class A {
  int n;

  int k() {
    n++;
    return 1;
  }

  int h() {
    return k();
  }

  int m() {
    int x = h();
    return n + x;
  }
}
