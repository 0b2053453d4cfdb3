class A {
  int n;
  int h() {
    return U.f(this);
  }
}
