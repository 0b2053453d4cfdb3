class B {
  static int h() {
    return 1;
  }
}

class A extends B {
  static int h() {
    return 2;
  }

  int m() {
    return h();
  }
}
