class A {
  int k = 2;

  int m() {
    return k;
  }
}
