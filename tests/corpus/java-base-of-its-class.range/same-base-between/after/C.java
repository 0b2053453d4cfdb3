class C extends B {
  int h() {
    return 2;
  }
}
