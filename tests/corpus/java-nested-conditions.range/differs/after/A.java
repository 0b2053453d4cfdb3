class A {
  int n;
  D d;

  void g(D a) {
    if (a != null || a.ok()) h();
  }
}
