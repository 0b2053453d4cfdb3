class A {
  Object l;
  int n;

  void f() {
    synchronized (l) {
      a(n);
      b();
    }
  }
}
