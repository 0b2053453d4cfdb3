class A {
  int n;
  D d;

  int f() {
    return k.x();
  }

  D k;
}

class B {
  int n;
  D d;
}
