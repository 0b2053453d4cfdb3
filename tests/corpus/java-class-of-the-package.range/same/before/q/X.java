package q;
class X {
  X(int n) {
  }
}
