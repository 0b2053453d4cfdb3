class A {
  int n;
  D d;

  Object g() {
    return new Object() {
      int g() {
        return this.n;
      }
    };
  }
}
