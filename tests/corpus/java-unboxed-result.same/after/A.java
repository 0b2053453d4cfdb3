class A {
  void f(Q q) {
    if (q.get()) {
      log(1);
    }
  }
}
