class A {
  void f(D d, D e) {
    d.a().k();
    z();
  }
}
