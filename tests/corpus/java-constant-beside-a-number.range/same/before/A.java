class A {
  int n;
  D d;

  Object f(boolean c, char d) {
    final int x = 1;
    h(x);
    return c ? d : x;
  }
}
