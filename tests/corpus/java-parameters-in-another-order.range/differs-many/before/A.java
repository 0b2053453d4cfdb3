class A {
  int f(Object... a) {
    return a.length;
  }
}
