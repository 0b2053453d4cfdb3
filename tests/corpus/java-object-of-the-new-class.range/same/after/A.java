class A {
  private static int h() {
    return 1;
  }
}

class B {
  int k;

  private static int h() {
    return 1;
  }

  int m() {
    return k + h();
  }
}
