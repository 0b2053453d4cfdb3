enum E {
  X {
    int n() {
      return 2;
    }
    int f() {
      return 9;
    }
  }, Y;
  int n() {
    return 1;
  }
  int f() {
    return n();
  }
}
