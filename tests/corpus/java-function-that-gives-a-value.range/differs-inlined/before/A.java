class A {
  int k() {
    return 1;
  }

  int m() {
    return k() + 2;
  }
}

class B extends A {
  int k() {
    return 5;
  }
}
