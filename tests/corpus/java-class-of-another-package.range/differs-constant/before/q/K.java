package q;

class K {
  static final int N = 2;
}
