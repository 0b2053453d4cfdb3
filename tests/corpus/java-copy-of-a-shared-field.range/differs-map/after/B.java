class B {
  static final M m = new M();
  int y;
  static Object f(String k) {
    return m.get(k);
  }
}
