class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  static void f(A a, D k) {
    h(a, k);
  }
}
