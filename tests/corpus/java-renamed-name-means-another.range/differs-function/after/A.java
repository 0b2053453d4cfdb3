class A {
  int k() {
    return 2;
  }

  int m() {
    return k();
  }
}
