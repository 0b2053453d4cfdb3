class B {
  static A o;
  int y;
}
