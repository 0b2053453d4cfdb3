class A {
  static int f() {
    return 1;
  }
}

class B {
  static int f() {
    return 2;
  }

  int m() {
    return f();
  }
}
