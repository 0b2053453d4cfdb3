class A {
  void p(Object o) {
    log("object", o);
  }

  void p(String o) {
    log("text", o);
  }

  void f(Q q) {
    var o = q.get();
    p(o);
  }
}
