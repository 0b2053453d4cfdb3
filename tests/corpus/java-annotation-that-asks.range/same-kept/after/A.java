class A {
  @Async public void f(int b) {
    go(b);
  }
}
