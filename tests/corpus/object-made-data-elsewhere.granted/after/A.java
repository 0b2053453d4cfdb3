class A {
  private int sum = 1;

  int f() {
    return sum;
  }
}
