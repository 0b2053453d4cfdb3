class A<T> {
  boolean f(Object o) {
    return g((T) o);
  }
}
