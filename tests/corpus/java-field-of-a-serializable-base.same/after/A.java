class A extends Base {
  private int sum = 1;

  int f() {
    return sum;
  }
}
