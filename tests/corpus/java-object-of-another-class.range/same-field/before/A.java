class A {
  int n;
  D d;

  int f() {
    return n;
  }
}

class B {
  int n;
  D d;
}
