class A<T> {
  T x;
  Object f(Object p) {
    T t = (T) p;
    return t;
  }
}
