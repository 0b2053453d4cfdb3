class A {
  int m(int y) {
    z();
    return (y + 1) * 2;
  }
}
