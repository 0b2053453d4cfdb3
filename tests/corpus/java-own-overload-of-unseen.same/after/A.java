class A {
  void p(Object o) {
    log("object", o);
  }

  void p(String o) {
    log("text", o);
  }

  void f(Q q) {
    Object part = q.get();
    p(part);
  }
}
