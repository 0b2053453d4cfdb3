package q;

class B {
  int m() {
    return K.k();
  }
}
