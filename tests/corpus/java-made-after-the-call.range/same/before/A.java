class A {
  void f() {
    F file = h();
    E e = new SE();
    M m = new M();
    m.set("a", file.p());
    e.go(m);
    end(e);
  }
}
