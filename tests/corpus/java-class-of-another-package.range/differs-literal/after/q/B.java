package q;

class B {
  Object m() {
    return E.class;
  }
}
