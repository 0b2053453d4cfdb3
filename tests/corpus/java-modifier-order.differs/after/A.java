class A {
  private static final int N = 1;
  @Deprecated public void m() {}
}
