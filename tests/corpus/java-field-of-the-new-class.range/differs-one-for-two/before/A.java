class A {
  int n;
  D d;

  int f() {
    return k * i;
  }

  int k, i;
}

class B {
  int n;
  D d;
}
