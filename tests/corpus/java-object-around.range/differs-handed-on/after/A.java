class A {
  Object m() {
    return new Object() {
      Object q() {
        return this;
      }
    }.q();
  }
}
