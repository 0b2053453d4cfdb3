class A {
  int n;
  D d;

  void g() {
    new D() {
      void k(int i) {}
    }.k(1);
  }
}
