class A {
  void f(int a) {
    use(a * 2L);
  }

  void use(int a) {}

  void use(long a) {}
}
