class A {
  static int f() {
    return 1;
  }

  int m() {
    return f();
  }
}

class B {
  static int f() {
    return 2;
  }
}
