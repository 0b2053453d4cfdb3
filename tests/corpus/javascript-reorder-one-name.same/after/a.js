class A {
  a() {
    return 2;
  }
  b() {}
  'c'() {
    return 1;
  }
}
