class B {
  protected int n;

  int m() {
    return n;
  }
}

class A extends B {
  A() {
    n = 4;
  }

  int n;
}
