function f() {
  class B {}
  return new B().constructor.name;
}
