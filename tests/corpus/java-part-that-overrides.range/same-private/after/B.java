class B {
  void m() {
    g();
  }
  private void g() {
  }
}
