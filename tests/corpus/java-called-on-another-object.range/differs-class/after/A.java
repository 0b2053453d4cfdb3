class A {
  void f(B o, B q) {
    k();
    q.g();
  }
}

class B {
  int n;

  void g() {
    A.p(n);
  }
}
