class A {
  static final int N = 5;
}

class B {
  static final int N = 7;

  int m() {
    return N;
  }
}
