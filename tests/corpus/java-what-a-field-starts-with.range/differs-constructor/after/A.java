class A {
  private int n;

  A() {
    n = 5;
  }
}

class B {
  private int n;

  B() {
    n = 7;
  }

  int m() {
    return n;
  }
}
