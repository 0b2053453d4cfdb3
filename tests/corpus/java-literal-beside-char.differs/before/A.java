class A {
  Object f(boolean t) {
    int x = 1;
    return t ? x : 'c';
  }
}
