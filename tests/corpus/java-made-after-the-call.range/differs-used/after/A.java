class A {
  void f() {
    M m = g("a");
    E e = new E();
    e.go(null);
  }
  M g(String n) {
    M m = new M();
    m.set(n);
    return m;
  }
}
