class A {
  Object m(int y) {
    z();
    return y * 2;
  }
}
