class A {
  int n = 5;
}

class B {
  int n = 7;

  int m() {
    return n;
  }
}
