class A {
  int n;

  int f() {
    return part();
  }

  int part() {
    return n;
  }
}

class B {}

class C extends B {
  int part() {
    return 2;
  }
}
