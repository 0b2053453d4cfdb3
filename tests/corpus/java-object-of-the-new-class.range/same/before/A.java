class A {
  private static int h() {
    return 1;
  }

  int m(B b) {
    return b.k + h();
  }
}

class B {
  int k;

  private static int h() {
    return 1;
  }
}
