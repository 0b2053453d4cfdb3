class A {
  int n;
  public boolean equals(A o) {
    return o instanceof A && ((A) o).n == n;
  }
  boolean f(Object o) {
    return equals(o);
  }
}
