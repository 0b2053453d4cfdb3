class A {
  a() {}
  b() {}
}
log(A.prototype);
