class A {
  int n;
  D d;

  void g() {
    h(n, n++);
  }
}
