class A {
  class S {}

  Object m() {
    return new S();
  }
}

class B {
  class S {}
}
