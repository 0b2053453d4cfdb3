class A {
  int n;
  D d;

  int f() {
    return n + m();
  }

  int m() {
    return 1;
  }
}

class B {
  int n;
  D d;
}
