class A {
  int k(int x) {
    return x + 1;
  }

  String m(int y) {
    z();
    return "" + k(y);
  }
}
