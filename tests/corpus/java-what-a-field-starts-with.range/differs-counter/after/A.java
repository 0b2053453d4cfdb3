class A {
  static int c = 0;
}

class B {
  static int c = 9;

  int m() {
    return ++c;
  }
}
