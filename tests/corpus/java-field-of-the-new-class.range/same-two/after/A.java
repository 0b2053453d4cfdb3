class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    return m * m * o;
  }

  int m, o;
}
