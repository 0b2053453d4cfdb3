class A {
  String m() {
    return getClass().getName();
  }
}

class B {}
