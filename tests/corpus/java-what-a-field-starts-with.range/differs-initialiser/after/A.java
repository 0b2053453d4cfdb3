class A {
  private int n;

  {
    n = 5;
  }
}

class B {
  private int n;

  {
    n = 7;
  }

  int m() {
    return n;
  }
}
