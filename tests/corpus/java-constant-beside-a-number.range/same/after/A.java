class A {
  int n;
  D d;

  Object g(boolean c, char d) {
    final int y = 1;
    h(y);
    return c ? d : y;
  }
}
