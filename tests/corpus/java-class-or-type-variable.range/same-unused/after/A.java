class A<S> {
  Object f(Object o) {
    T t = (T) o;
    return t;
  }
}
