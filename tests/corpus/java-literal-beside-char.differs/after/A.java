class A {
  Object f(boolean t) {
    return t ? 1 : 'c';
  }
}
