class B {
  static int next = 0;
  int y;
  static int f() {
    return next;
  }
  void z() {
    A.next = 3;
  }
}
