class A {
  int n;
  D d;

  void g() {
    int m = 1;
    m = 2;
    n = m;
  }
}
