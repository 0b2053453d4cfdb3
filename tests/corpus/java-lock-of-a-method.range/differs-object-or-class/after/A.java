class A {
  synchronized int g() {
    return 1;
  }
}
