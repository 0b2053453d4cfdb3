class A {
  int m(int y) {
    z();
    return y + 1;
  }
}

class B extends A {
  int k(int x) {
    return x + 2;
  }
}
