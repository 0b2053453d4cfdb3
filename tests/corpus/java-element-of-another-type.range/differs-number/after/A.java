class A {
  void f(int[] l) {
    for (long x : l) {
      go(x);
    }
  }
}
