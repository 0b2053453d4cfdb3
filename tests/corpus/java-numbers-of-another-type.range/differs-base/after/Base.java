class Base<T> {
  T get() {
    return null;
  }
}
