class A {
  static synchronized int f() {
    return 1;
  }
}
