class A {
  int n;
  D d;

  void f(D a) {
    if (a != null) {
      if (a.ok()) h();
    }
  }
}
