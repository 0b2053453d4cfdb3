class A {
  int n = 3;
}

class B {
  int k;
  int total = 9;

  int m() {
    return total + k;
  }
}
