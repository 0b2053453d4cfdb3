class A {
  Boolean f(Q q, boolean now) {
    Boolean k = q.get();
    if (!now) {
      return true;
    }
    return k;
  }
}
