class A {
  void f(int a) {
    print(a / 2);
  }
}
