package q;

class K {
  static int k() {
    return 2;
  }
}
