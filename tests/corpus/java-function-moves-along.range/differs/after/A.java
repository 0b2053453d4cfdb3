class A {
  int h() {
    return 1;
  }
}

class B {
  int h() {
    return 2;
  }

  int m() {
    return h();
  }
}
