class A {
  count = 1;
  get() {
    return this.count;
  }
}
