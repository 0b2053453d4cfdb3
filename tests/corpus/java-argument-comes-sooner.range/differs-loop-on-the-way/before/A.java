class A {
  int n;
  D d;

  void f(D a) {
    while (a.c()) a.x(a.p());
  }
}
