package q;

class K {
  int v = 2;
}
