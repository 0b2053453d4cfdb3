class A {
  int n;
  D d;

  int f(int a) {
    a = a + n;
    h(a);
    return a;
  }
}
