class B {
  static int n = 1;
}

class A extends B {
  static int n = 2;

  static int m() {
    return n;
  }
}
