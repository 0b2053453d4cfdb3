class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    return K;
  }

  static final int K = 3;
}
