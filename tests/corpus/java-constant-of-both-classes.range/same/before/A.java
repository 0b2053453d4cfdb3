class A {
  static final int N = 5;

  int m() {
    return N;
  }
}

class B {
  static final int N = 5;
}
