class A {
  int n;
  D d;

  void g(int n) {
    n = 1;
  }
}
