class A {
  int n;
  D d;

  boolean g(int a, int b) {
    return a == b;
  }
}
