class A {
  D d;

  void f() {
    synchronized (this) {
      d.k();
    }
  }
}
