class A {
  int n;

  int m() {
    return n;
  }
}

class B {
  int n;
}
