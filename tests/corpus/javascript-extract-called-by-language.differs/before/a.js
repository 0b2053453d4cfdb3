class A {
  constructor() {
    this.n = 1;
  }
  f() {
    return 'n' + this.n;
  }
}
log(`${new A()}`);
