class B {
  void m() {
    g(1);
  }
  void g(int n) {
  }
}
