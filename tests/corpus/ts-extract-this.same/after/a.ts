export class A {
  n = 1;
  f() {
    this.#g();
    return 1;
  }
  #g() {
    log(this.n);
  }
}
