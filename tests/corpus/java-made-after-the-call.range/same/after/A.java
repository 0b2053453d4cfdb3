class A {
  void f() {
    F file = h();
    E e = k("a", file.p());
    end(e);
  }
  E k(String n, String v) {
    M m = g(n, v);
    E e = new SE();
    e.go(m);
    return e;
  }
  M g(String n, String v) {
    M m = new M();
    m.set(n, v);
    return m;
  }
}
