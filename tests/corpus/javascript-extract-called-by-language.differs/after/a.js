class A {
  constructor() {
    this.n = 1;
  }
  f() {
    return this.toString();
  }
  toString() {
    return 'n' + this.n;
  }
}
log(`${new A()}`);
