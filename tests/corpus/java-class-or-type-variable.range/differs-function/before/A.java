class A {
  Object f(Object o) {
    T t = (T) o;
    return t;
  }
}
