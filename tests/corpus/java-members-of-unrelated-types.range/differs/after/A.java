class A {
  Z y;
  int f() {
    return y.n();
  }
}
