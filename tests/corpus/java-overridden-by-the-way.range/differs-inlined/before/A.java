class A {
  int k(int x) {
    return x + 1;
  }

  int m(int y) {
    z();
    return k(y);
  }
}

class B extends A {
  int k(int x) {
    return x + 2;
  }
}
