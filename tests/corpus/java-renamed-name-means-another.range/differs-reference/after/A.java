class A {
  int k() {
    return 1;
  }

  int j() {
    return 2;
  }

  Object f() {
    return C.c(this::j);
  }
}
