class B {
  private int h() {
    return 1;
  }
}

class A extends B {
  int h() {
    return 2;
  }

  int m() {
    return h();
  }
}
