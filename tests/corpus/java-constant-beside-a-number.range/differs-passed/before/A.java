class A {
  int n;
  D d;

  Object f(boolean a, char c) {
    Object o = a ? c : 1;
    h(o);
    return o;
  }
}
