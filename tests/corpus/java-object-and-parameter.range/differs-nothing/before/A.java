class A {
  static boolean m(B b) {
    return b == null;
  }
}

class B {}
