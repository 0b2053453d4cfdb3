class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    return n + m();
  }

  int m() {
    return 2;
  }
}
