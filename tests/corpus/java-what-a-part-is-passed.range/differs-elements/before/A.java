class A {
  void f(int[] a) {
    z();
    p(a[0], a[1]);
  }
}
