class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    return m * o * m;
  }

  int m, o;
}
