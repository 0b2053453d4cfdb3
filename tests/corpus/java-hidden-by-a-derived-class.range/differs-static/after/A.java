class B {
  static int h() {
    return 1;
  }

  int m() {
    return h();
  }
}

class A extends B {
  static int h() {
    return 2;
  }
}
