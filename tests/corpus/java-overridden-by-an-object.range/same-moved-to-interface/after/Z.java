class Z {
  public int h() {
    return 2;
  }
}
