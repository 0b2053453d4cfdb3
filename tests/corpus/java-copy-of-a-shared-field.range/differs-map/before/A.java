class A {
  static final M m = new M();
  static Object f(String k) {
    return m.get(k);
  }
  static void put(String k, Object v) {
    m.put(k, v);
  }
}
