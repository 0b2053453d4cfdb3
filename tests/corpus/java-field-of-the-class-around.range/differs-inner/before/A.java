class A {
  int n = 1;

  class I {
    int n = 2;

    int f() {
      return A.this.n;
    }
  }
}
