package p;

class K {
  int v = 1;
}
