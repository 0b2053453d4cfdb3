class A {
  String m(int y) {
    z();
    return "" + y + 1;
  }
}
