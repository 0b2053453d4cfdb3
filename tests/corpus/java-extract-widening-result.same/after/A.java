class A {
  void f(int a) {
    g(a);
  }

  private void g(int a) {
    print(a / 2);
  }
}
