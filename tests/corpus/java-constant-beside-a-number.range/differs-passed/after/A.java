class A {
  int n;
  D d;

  Object f(boolean a, char c) {
    Object o = g(a, c, 1);
    h(o);
    return o;
  }

  Object g(boolean a, char c, int n) {
    return a ? c : n;
  }
}
