class A {
  void f(L l) {
    M m = g(l);
    E e = new E(l);
    e.go(m);
  }
  M g(L n) {
    M m = new M();
    m.set(n);
    return m;
  }
}
