class A {
  int n;
  D d;

  void g(int a) {
    h(1);
  }
}
