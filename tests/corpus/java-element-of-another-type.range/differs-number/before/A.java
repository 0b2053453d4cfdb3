class A {
  void f(int[] l) {
    for (int x : l) {
      go(x);
    }
  }
}
