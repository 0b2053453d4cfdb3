function f() {
  class B {}
  return new B().kind.title;
}
