class A {
  void f(D d) {
    one();
    g(d);
  }
  @Nullable void g(@NotNull D d) {
    d.x();
    d.y();
  }
}
