class A {
  int h(D d) {
    return new D().f();
  }
}
