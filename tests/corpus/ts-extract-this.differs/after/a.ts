export class A {
  n = 1;
  f() {
    g();
    return 1;
  }
}
function g() {
  log(this.n);
}
