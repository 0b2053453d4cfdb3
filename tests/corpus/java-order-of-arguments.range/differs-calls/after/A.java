class A {
  int n;

  int g() {
    return n++;
  }

  int h() {
    return n *= 2;
  }

  int m() {
    return h() - g();
  }
}
