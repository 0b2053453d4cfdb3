class Y {
  public int k() {
    return 2;
  }
}
