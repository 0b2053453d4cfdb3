class A {
  void f(Q q, R r) {
    Object o = q.get();
    r.put(o);
  }
}
