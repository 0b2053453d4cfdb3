class B {
  void m() {
    g();
  }
  void g() {
  }
}
