class A {
  int n;
}

class B {
  int n;

  int m() {
    return n;
  }
}
