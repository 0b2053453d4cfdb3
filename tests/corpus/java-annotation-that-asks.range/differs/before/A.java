class A {
  @Async void f(int a) {
    go(a);
  }
}
