class A {
  static int c = 0;

  int m() {
    return ++c;
  }
}

class B {
  static int c = 9;
}
