abstract class B {
  void m() {
  }
  abstract void g();
}
