class A {
  'c'() {
    return 1;
  }
  b() {}
  a() {
    return 2;
  }
}
