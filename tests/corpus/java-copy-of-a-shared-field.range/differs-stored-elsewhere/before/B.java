class B {
  int y;
  void z() {
    A.next = 3;
  }
}
