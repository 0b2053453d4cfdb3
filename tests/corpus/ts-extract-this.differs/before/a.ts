export class A {
  n = 1;
  f() {
    log(this.n);
    return 1;
  }
}
