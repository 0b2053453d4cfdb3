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

class C extends A {
  int part() {
    return 2;
  }
}
