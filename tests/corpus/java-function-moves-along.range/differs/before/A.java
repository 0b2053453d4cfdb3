class A {
  int h() {
    return 1;
  }

  int m() {
    return h();
  }
}

class B {
  int h() {
    return 2;
  }
}
