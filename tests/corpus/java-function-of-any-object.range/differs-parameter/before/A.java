class A {
  int n;
  public boolean equals(Object o) {
    return o instanceof A && ((A) o).n == n;
  }
}
