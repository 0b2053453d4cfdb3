abstract class B {
  void m() {
  }
}
