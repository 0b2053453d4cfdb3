class A {
  b() {}
  a() {}
}
log(Object.getOwnPropertyNames(A.prototype));
