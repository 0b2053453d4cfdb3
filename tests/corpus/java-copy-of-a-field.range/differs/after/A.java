class A {
  int n = 1;
  void set(int m) {
    n = m;
  }
}
