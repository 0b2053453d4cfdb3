package q;

class B {
  Object m() {
    return C.c(E::k);
  }
}
