class A {
  int n;
  D d;

  boolean f(int a, int b) {
    int x = a;
    return x == b;
  }
}
