class A {
  static int f = 1;

  int m() {
    return A.f;
  }
}

class B {
  static int f = 2;
}
