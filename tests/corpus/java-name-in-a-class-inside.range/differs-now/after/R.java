abstract class R {
  abstract void r();
  void go() {
    two();
  }
}
