class B {
  static int n = 1;

  static int m() {
    return n;
  }
}

class A extends B {
  static int n = 2;
}
