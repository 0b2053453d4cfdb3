class A {
  a() {}
  b() {}
}
log(Object.getOwnPropertyNames(A.prototype));
