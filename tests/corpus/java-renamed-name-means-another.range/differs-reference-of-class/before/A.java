class A {
  Object f() {
    return C.c(A::k);
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
