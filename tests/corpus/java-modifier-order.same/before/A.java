class A {
  static final private int N = 1;
  @Deprecated synchronized public void m() {}
}
