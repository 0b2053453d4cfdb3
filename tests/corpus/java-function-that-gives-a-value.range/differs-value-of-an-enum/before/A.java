enum E {
  X {
    int k() {
      return 1;
    }
  },
  Y;

  int k() {
    return 2;
  }

  int f() {
    return k();
  }
}
