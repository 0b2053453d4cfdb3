class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    return super.k();
  }

  int k() {
    return 1;
  }
}
