class A {
  <T> Object f(Object o) {
    T t = (T) o;
    return t;
  }
}
