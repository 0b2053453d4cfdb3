package p;

class K {
  static int k() {
    return 1;
  }
}
