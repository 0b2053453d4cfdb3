class A {
  void f() {
    M m = g("a");
    E e = new E();
    e.go(m);
  }
  M g(String n) {
    M m = new M();
    m.set(n);
    return m;
  }
  class E {
    E() {
      h();
    }
    void go(M m) {
    }
  }
}
