function f() {
  class A {}
  return new A().kind.title;
}
