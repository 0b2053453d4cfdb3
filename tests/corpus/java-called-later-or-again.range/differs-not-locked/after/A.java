class A {
  Object l;
  int n;

  void f() {
    synchronized (l) {
    }
    g();
  }

  void g() {
    a(n);
    b();
  }
}
