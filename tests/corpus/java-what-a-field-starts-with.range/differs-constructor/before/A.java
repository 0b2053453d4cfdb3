class A {
  private int n;

  A() {
    n = 5;
  }

  int m() {
    return n;
  }
}

class B {
  private int n;

  B() {
    n = 7;
  }
}
