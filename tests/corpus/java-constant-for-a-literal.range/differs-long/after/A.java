class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  long f(int a) {
    return a * K;
  }

  static final long K = 3;
}
