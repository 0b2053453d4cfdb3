class A {
  static int f() {
    return 1;
  }

  int m() {
    return A.f();
  }
}

class B {
  static int f() {
    return 2;
  }
}
