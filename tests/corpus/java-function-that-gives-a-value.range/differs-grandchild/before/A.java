class A {
  int k() {
    return 1;
  }

  int m() {
    return k();
  }
}

class B extends A {}

class C extends B {
  int k() {
    return 2;
  }
}
