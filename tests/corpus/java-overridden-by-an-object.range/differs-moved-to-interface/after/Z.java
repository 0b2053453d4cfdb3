class Z {
  public int f() {
    return 2;
  }
}
