class A {
  void f(Q q, R r) {
    final String part = q.get();
    r.put(part);
  }
}
