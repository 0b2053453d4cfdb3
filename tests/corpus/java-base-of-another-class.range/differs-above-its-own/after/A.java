class Q {
  int k() {
    return 0;
  }
}

class B extends Q {
  int k() {
    return 1;
  }

  int m() {
    return super.k();
  }
}

class A extends B {}
