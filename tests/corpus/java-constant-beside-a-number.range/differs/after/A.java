class A {
  int n;
  D d;

  Object g(boolean c, char d) {
    int x = 1;
    h(x);
    return c ? d : x;
  }
}
