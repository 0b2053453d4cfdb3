class A {
  boolean f(Object o) {
    return o instanceof K;
  }
}

class B {}

class K {
  int w;
}
