class A {
  void f(int a) {
    use(a * 2);
  }

  void use(int a) {}

  void use(long a) {}
}
