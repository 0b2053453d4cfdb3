record R(int a, int b) {
  R {
    if (a > b) b = a;
  }

  int f() {
    return a;
  }
}
