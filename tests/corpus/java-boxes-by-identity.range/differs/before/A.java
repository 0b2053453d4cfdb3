class A {
  int n;
  D d;

  boolean f(int a, int b) {
    Integer x = a;
    Integer y = b;
    return x == y;
  }
}
