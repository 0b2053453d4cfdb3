class A {
  void f(B o, B q) {
    k();
    o.g();
  }
}

class B {
  int n;

  void g() {
    A.p(n);
  }
}
