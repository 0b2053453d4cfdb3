abstract class R {
  abstract void r();
  void come() {
    two();
  }
}
