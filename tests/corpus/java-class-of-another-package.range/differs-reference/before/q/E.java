package q;

class E {
  static int k() {
    return 2;
  }
}
