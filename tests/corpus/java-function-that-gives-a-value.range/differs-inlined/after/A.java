class A {
  int m() {
    return 1 + 2;
  }
}

class B extends A {
  int k() {
    return 5;
  }
}
