class A {
  boolean f(Object o) {
    one();
    return h((T) o);
  }
}
