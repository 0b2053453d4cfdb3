package p;

class A {
  Object m() {
    return C.c(E::k);
  }
}
