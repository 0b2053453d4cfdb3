class A {}

class B {
  int n;

  int m() {
    return n;
  }
}
