class B {
  private int h() {
    return 1;
  }

  int m() {
    return h();
  }
}

class A extends B {
  int h() {
    return 2;
  }
}
