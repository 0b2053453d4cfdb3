class A {
  int n;
  D d;

  void f() {
    g(new D());
    k();
  }

  void g(D d) {
    for (int i = 0; i < 3; i++) {
      h(d);
    }
  }
}
