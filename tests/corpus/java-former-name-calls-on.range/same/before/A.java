class A {
  int n;
  D d;

  int f(int a) {
    return a;
  }

  int k(int b) {
    return f(b);
  }
}
