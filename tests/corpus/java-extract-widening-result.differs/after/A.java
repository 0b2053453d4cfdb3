class A {
  void f(int a) {
    print(g(a));
  }

  private double g(int a) {
    return a / 2;
  }
}
