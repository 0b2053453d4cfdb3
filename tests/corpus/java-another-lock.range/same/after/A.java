class A {
  int n;
  D d;

  void g() {
    synchronized (this.d) {
      h();
    }
  }
}
