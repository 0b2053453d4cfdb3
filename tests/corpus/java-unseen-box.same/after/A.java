class A {
  Boolean f(Q q, boolean now) {
    boolean k = q.get();
    if (!now) {
      return true;
    }
    return k;
  }
}
