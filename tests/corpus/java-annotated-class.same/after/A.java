@SuppressWarnings("all")
class A {
  private int m = 1;

  int f() {
    return this.m;
  }
}
