class A {
  D d;
}

class B {
  int n;
  D d;

  int m(A a) {
    return a.d.k(n, a);
  }
}
