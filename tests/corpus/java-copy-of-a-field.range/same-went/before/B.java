class B {
  int y;
}
