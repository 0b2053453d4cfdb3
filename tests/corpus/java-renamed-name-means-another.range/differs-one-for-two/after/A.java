class A {
  private int z = 1;

  int f() {
    return z - z;
  }
}
