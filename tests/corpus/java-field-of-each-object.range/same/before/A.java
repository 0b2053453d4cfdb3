class A {
  static int n;
  int f() {
    return n++;
  }
}
