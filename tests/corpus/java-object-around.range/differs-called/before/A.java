class A {
  int g() {
    return 1;
  }

  class I {
    int g() {
      return 2;
    }

    int f() {
      return A.this.g();
    }
  }
}
