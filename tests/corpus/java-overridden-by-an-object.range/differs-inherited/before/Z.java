class Z {
  public int g(int a) {
    return 9;
  }
}
