class A {
  int n;
  D d;

  Object f() {
    return new Object() {
      int g() {
        return A.this.n;
      }
    };
  }
}
