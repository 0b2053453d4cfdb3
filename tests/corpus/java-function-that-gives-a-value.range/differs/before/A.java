class A {
  int k() {
    return 1;
  }

  int m() {
    return k();
  }
}

class B extends A {
  int k() {
    return 2;
  }
}
