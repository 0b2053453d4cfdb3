class A {
  int m(B b) {
    return b.x() + b.c.x();
  }
}

class B {
  B c;

  int x() {
    return 1;
  }
}
