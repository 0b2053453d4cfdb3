class A {
  int n;
  D d;

  void g() {
    new D().k(1);
  }
}
