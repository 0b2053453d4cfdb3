class A {
  void f(int a) {
    use(twice(a));
  }

  private long twice(int a) {
    return a * 2L;
  }

  void use(int a) {}

  void use(long a) {}
}
