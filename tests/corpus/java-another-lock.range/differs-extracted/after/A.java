class A {
  Object l, k;
  int n;

  void f() {
    g();
  }

  void g() {
    synchronized (k) {
      a(n);
      b();
    }
  }
}
