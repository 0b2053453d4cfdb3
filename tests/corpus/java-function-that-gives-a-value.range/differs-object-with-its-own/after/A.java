class A {
  int k() {
    return 2;
  }

  int f() {
    return 2;
  }

  Object o() {
    return new A() {
      int k() {
        return 1;
      }
    };
  }
}
