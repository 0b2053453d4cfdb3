class A {
  boolean f(Object o) {
    return g((T) o);
  }
}
