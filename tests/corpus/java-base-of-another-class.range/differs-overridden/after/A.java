interface B {
  default int k() {
    return 1;
  }

  default int m() {
    return k();
  }
}

class A implements B {
  public int k() {
    return 2;
  }
}
