class A {
  D d;

  void f() {
    D x = d;
    synchronized (this) {
      x.k();
    }
  }
}
