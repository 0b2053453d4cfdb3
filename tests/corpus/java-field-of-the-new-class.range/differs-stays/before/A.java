class A {
  int n;
  D d;

  int f() {
    return k * n;
  }

  int k;
}

class B {
  int n;
  D d;
}
