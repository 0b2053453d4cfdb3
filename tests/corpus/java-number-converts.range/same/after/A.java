class A {
  int n;
  D d;

  int g(int b) {
    return b;
  }
}
