class A {
  @Cacheable("a") int f(int a) {
    return go(a);
  }
}
