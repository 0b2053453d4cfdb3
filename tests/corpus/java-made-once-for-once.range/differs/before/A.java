class A {
  int n;
  D d;

  void f() {
    for (int i = 0; i < 3; i++) {
      h(new D());
    }
    k();
  }
}
