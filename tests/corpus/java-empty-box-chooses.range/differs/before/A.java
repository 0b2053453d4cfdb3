class A {
  int n;
  D d;

  Object f(Boolean a) {
    if (a) return true;
    return false;
  }
}
