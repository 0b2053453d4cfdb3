class A {
  int n;
  D d;

  int f() {
    return super.k();
  }
}

class B {
  int n;
  D d;
}
