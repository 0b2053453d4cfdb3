class X {
  int n = 1;

  class A {
    int m() {
      return n;
    }
  }
}

class Y {
  int n = 2;

  class B {}
}
