class A {
  boolean f(Object o) {
    one();
    return g(o);
  }
  <T> boolean g(Object o) {
    return h((T) o);
  }
}
