class A {
  int n;
  D d;

  void f() {
    synchronized (d) {
      h();
    }
  }
}
