class A {
  void f(L l) {
    E e = new E(l);
    M m = new M();
    m.set(l);
    e.go(m);
  }
}
