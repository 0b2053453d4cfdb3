class A {
  int n = 1;

  int h() {
    return n;
  }
}

class B {
  int k;
  int n = 2;

  int h() {
    return n;
  }

  int m() {
    return k + h();
  }
}
