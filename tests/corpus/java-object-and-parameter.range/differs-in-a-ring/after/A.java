class A {}

class B {
  B c;

  int x() {
    return 1;
  }

  int m() {
    return c.x() + x();
  }
}
