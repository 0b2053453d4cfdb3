function f() {
  class A {}
  return new A().constructor.name;
}
