class A {
  int k() {
    return 1;
  }

  int m() {
    return 1;
  }
}

class B extends A {
  int k() {
    return 2;
  }
}
