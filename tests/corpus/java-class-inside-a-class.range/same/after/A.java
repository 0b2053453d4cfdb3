class A {}

class B {
  boolean f(Object o) {
    return o instanceof K;
  }
}

class K {
  int w;
}
