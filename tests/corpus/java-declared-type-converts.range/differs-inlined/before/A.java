class A {
  long k(int x) {
    return x * 2;
  }

  Object m(int y) {
    z();
    return k(y);
  }
}
