class A {
  int k() {
    return 1;
  }
}

class B {
  int k() {
    return 2;
  }

  Object m() {
    return C.c(this::k);
  }
}
