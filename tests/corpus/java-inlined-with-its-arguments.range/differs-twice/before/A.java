class A {
  int n;

  int g() {
    return n++;
  }

  int k(int x) {
    return x + x;
  }

  int m() {
    return k(g());
  }
}
