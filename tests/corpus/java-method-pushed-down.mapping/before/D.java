class D extends R {
  int run() { return 1; }
}
