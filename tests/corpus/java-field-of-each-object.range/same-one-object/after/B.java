class B {
  private int count;
  int y;
  int f() {
    return ++count;
  }
}
