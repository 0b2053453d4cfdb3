class A {
  int n;
  D d;

  void f(D a) {
    h();
    while (a.c()) a.x();
  }
}
