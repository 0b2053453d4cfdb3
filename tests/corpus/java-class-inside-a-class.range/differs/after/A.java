class A {
  static class K {
    int w;
  }
}

class B {
  boolean f(Object o) {
    return o instanceof K;
  }

  static class K {
    int v;
  }
}
