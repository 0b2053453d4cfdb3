class A {
  int n;
  public boolean alike(Object o) {
    return o instanceof A && ((A) o).n == n;
  }
  boolean f(Object o) {
    return alike(o);
  }
}
