class A {
  void f(Q q, R r) {
    final Object part = q.get();
    r.put(part);
  }
}
