class A {
  int n = 1;

  int h() {
    return n;
  }

  int m(B b) {
    return b.k + h();
  }
}

class B {
  int k;
  int n = 2;

  int h() {
    return n;
  }
}
