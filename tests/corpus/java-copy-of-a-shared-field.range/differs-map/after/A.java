class A {
  static final M m = new M();
  static void put(String k, Object v) {
    m.put(k, v);
  }
}
