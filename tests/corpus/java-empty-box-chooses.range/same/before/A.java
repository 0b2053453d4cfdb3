class A {
  int n;
  D d;

  Object f(boolean a) {
    if (a) return true;
    return false;
  }
}
