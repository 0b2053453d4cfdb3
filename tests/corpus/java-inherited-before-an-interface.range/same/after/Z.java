class Z {
  public int m() {
    return 2;
  }
}
