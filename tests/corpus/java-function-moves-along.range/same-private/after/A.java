class A {
  private int h() {
    return 1;
  }
}

class B {
  private int h() {
    return 1;
  }

  int m() {
    return h();
  }
}
