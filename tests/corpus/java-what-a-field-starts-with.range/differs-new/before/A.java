class A {
  int n = 5;

  int m() {
    return n;
  }
}

class B {}
