class A {
  int n;

  int h() {
    return n;
  }

  int m(B b) {
    return b.k + h();
  }
}

class B {
  int k;
  int n;

  int h() {
    return n;
  }
}
