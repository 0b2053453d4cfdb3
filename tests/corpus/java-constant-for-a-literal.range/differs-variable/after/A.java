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

  static int K = 3;
}
