class A {
  int a() {
    return 1;
  }

  long b() {
    return 2;
  }

  Object m(boolean c) {
    return c ? a() : b();
  }
}
