package p;

class E {
  static int k() {
    return 1;
  }
}
