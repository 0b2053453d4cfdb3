class A {
  D d;

  int m(B b) {
    return d.k(b.n, this);
  }
}

class B {
  int n;
  D d;
}
