class Z {
  public int h(int a) {
    return 9;
  }
}
