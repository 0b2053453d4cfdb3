abstract class B {
  abstract int n();
  int f() {
    return n();
  }
}
