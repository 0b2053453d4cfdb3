class B {
  final int k;
  int y;
  B(int k) {
    this.k = k;
  }
  int f() {
    return k;
  }
}
