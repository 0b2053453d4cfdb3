class A {
  a() {
    return 2;
  }
  b() {}
  'a'() {
    return 1;
  }
}
