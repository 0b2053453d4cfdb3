class A {
  int n;
  D d;

  int f() {
    return 3;
  }
}

class B {
  int n;
  D d;
}
