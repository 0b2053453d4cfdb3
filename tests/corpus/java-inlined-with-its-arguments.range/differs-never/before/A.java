class A {
  int n;

  int g() {
    return n++;
  }

  int k(int x) {
    return 1;
  }

  int m() {
    return k(g());
  }
}
