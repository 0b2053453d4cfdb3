class B extends A {
  int m;
  int g() {
    return n * 2;
  }
}
