class A {
  final int k;
  A(int k) {
    this.k = k + 1;
  }
  int f() {
    return k;
  }
}
