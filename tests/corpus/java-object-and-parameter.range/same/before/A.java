class A {
  int n;
  D d;

  void f(D k) {
    h(this, k);
  }
}

class B {
  int n;
  D d;
}
