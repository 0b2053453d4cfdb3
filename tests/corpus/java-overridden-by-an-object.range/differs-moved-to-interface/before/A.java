class A extends Z implements I {
  public int f() {
    return 1;
  }
}
