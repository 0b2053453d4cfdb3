interface B {
  default int k() {
    return 1;
  }
}

class A implements B {
  public int k() {
    return 2;
  }

  int m() {
    return B.super.k();
  }
}
