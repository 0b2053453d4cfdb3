class A {
  'a'() {
    return 1;
  }
  b() {}
  a() {
    return 2;
  }
}
