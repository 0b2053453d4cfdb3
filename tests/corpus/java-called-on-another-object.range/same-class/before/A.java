class A {
  void f(B o, B q) {
    k();
    A.p(o.n);
  }
}

class B {
  int n;
}
