class B {
  protected int n;
}

class A extends B {
  A() {
    n = 4;
  }

  int n;

  int m() {
    return n;
  }
}
