class A {
  int i() {
    return 1;
  }

  Object f() {
    return i();
  }
}
