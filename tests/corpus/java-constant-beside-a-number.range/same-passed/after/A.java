class A {
  int n;
  D d;

  Object f(boolean a, D c) {
    Object o = g(a, c);
    h(o);
    return o;
  }

  Object g(boolean a, D c) {
    return a ? c : null;
  }
}
