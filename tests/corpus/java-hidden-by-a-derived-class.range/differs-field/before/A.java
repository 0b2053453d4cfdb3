class B {
  int n = 1;
}

class A extends B {
  int n = 2;

  int m() {
    return n;
  }
}
