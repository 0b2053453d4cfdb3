class A {
  int n;
  D d;

  int f() {
    return A.K;
  }

  static final int K = 3;
}

class B {
  int n;
  D d;
}
