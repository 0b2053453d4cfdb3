class A {
  int n;
  D d;

  void f(D a) {
    if (a == null) return;
    a.run();
  }
}
