class A {
  int k() {
    return 1;
  }

  Object m() {
    return C.c(this::k);
  }
}

class B {
  int k() {
    return 2;
  }
}
