class A {
  X f(int a) {
    return new X(a);
  }
}
