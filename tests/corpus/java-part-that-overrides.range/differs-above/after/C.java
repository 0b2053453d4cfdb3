class C {
  void m() {
    g();
  }
  protected void g() {
  }
}
