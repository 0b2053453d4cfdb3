class A {
  @Cacheable("b") int f(int a) {
    return go(a);
  }
}
