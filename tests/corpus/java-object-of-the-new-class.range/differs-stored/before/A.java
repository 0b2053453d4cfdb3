class A {
  int x = 1;

  int m(B b) {
    b.x = x;
    return b.x;
  }
}

class B {
  int x;
}
