class A {
  static int c;

  int m(B b) {
    c++;
    return b.n;
  }
}

class B {
  static int c;
  int n;
}
