class A {
  int n;

  int g() {
    return n++;
  }

  int m() {
    return g() + g();
  }
}
