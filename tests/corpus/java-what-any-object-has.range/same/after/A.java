class B {
  String m() {
    return getClass().getName();
  }
}

class A extends B {}
