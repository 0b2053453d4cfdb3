class A {
  void f() {
    E e = new E();
    M m = new M();
    m.set("a");
    e.go(m);
  }
  class E {
    E() {
      h();
    }
    void go(M m) {
    }
  }
}
