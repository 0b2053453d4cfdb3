class A {
  static int f = 1;
}

class B {
  static int f = 2;

  int m() {
    return f;
  }
}
