class A {
  private int m() {
    return 1;
  }

  int f() {
    return m();
  }
}

class B extends A {
  int h() {
    return 2;
  }
}
