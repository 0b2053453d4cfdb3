class A {
  static int c;
}

class B {
  static int c;
  int n;

  int m() {
    c++;
    return n;
  }
}
