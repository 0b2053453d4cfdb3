class B {
  int n = 1;

  int m() {
    return n;
  }
}

class A extends B {
  int n = 2;
}
