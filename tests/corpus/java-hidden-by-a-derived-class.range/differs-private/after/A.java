class B {
  private int h() {
    return 1;
  }

  int m() {
    return h();
  }
}

class A extends B {
  private int h() {
    return 2;
  }
}
