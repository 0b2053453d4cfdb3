class A {
  Object m() {
    return A.class;
  }
}

class B {}
