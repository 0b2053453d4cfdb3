class A {
  int n;
  D d;

  boolean f(int a, int b) {
    Integer x = a;
    return x == b;
  }
}
