class A {}

class B {
  int n = 7;

  int m() {
    return n;
  }
}
