class A {
  long i() {
    return 1;
  }

  Object f() {
    return i();
  }
}
