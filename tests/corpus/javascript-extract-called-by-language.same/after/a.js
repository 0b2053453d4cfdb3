class A {
  constructor() {
    this.n = 1;
  }
  f() {
    return this.text();
  }
  text() {
    return 'n' + this.n;
  }
}
log(`${new A()}`);
