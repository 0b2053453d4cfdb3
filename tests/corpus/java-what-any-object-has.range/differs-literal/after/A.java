class A {}

class B {
  Object m() {
    return B.class;
  }
}
