interface I {
  default int k() {
    return 1;
  }
}

interface J {
  default int k() {
    return 2;
  }
}

class A implements I, J {
  public int k() {
    return 3;
  }

  int f() {
    return I.super.k();
  }
}
