class A {
  Boolean f(Q q) {
    return q.get();
  }
}
