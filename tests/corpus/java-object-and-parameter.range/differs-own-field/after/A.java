class A {}

class B {
  int n;

  int m(int n) {
    return n + n;
  }
}
