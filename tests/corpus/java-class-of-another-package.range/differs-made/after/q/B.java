package q;

class B {
  Object m() {
    return new K();
  }
}
