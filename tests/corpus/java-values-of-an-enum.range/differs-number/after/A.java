enum E {
  X(1),
  Y(2);
  final int n;

  E(int n) {
    this.n = n;
  }

  int f() {
    return ordinal();
  }
}
