class A {
  int n = 3;

  int m(B b) {
    return n + b.k;
  }
}

class B {
  int k;
  int total = 9;
}
