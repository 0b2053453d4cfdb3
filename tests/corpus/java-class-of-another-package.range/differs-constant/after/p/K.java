package p;

class K {
  static final int N = 1;
}
