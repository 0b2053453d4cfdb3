class A {
  void f(Q q) {
    boolean k = q.get();
    if (k) {
      log(1);
    }
  }
}
