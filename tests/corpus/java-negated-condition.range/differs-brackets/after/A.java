class A {
  boolean f(boolean a, boolean b, boolean c) {
    return !a && !b || !c;
  }
}
