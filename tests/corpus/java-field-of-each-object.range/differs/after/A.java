class A {
  int n;
  int f() {
    return n++;
  }
}
