class A {
  boolean f(Object o) {
    return o instanceof K;
  }

  static class K {
    int w;
  }
}

class B {
  static class K {
    int v;
  }
}
