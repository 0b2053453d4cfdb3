class A {
  D d;
}

class B {
  int n;
  D d;

  int m(A a) {
    return d.k(n, a);
  }
}
