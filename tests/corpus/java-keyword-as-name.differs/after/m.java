class K {
  int f(int a) {
    int goto = a + 1;
    return goto * goto;
  }
}
