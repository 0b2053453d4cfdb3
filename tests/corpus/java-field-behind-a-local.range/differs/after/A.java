class A {
  int n;
  D d;

  void g() {
    int n = 1;
    n = 2;
    n = n;
  }
}
