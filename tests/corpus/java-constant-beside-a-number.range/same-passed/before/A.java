class A {
  int n;
  D d;

  Object f(boolean a, D c) {
    Object o = a ? c : null;
    h(o);
    return o;
  }
}
