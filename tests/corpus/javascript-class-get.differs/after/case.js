class A {
  get;
  a() {
    return 1;
  }
}
