class A {
  Object l, k;
  int n;

  void f() {
    synchronized (l) {
      a(n);
      b();
    }
  }
}
