class A {
  Object f() {
    return C.c(B::k);
  }

  static int k() {
    return 1;
  }
}

class B {
  static int k() {
    return 2;
  }
}
