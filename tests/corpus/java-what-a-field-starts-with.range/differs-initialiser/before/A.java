class A {
  private int n;

  {
    n = 5;
  }

  int m() {
    return n;
  }
}

class B {
  private int n;

  {
    n = 7;
  }
}
