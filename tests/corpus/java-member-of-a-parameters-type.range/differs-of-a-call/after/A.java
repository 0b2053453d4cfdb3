class A {
  C b() {
    return null;
  }

  int f() {
    return b().n;
  }
}

class B {
  int n;
}

class C extends B {
  int n;
}
