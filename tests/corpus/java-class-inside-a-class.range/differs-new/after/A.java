class A {
  class S {}
}

class B {
  class S {}

  Object m() {
    return new S();
  }
}
