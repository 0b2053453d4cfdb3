class A {
  Boolean f(Q q) {
    boolean k = q.get();
    return k;
  }
}
