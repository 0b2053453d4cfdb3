class Q {
  int k() {
    return 0;
  }
}

class B extends Q {
  int k() {
    return 1;
  }
}

class A extends B {
  int m() {
    return super.k();
  }
}
