class A {
  int k() {
    return 2;
  }

  int f() {
    return k();
  }

  Object o() {
    return new A() {
      int k() {
        return 1;
      }
    };
  }
}
