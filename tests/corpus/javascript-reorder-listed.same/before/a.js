class A {
  b() {}
  a() {}
}
log(A.prototype);
