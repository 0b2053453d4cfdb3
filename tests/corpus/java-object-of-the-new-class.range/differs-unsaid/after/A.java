class A {
  int n;

  int h() {
    return n;
  }
}

class B {
  int k;
  int n;

  int h() {
    return n;
  }

  int m() {
    return k + h();
  }
}
