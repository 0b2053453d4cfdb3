class Z {
  public int k() {
    return 2;
  }
}
