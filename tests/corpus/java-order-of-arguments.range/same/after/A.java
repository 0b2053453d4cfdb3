class A {
  int n;
  D d;

  void g() {
    h(this.n++, this.n);
  }
}
