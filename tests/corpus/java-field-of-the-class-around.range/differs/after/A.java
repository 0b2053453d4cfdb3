class X {
  int n = 1;

  class A {}
}

class Y {
  int n = 2;

  class B {
    int m() {
      return n;
    }
  }
}
