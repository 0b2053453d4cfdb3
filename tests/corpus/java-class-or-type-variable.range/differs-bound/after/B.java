class B<T extends Y> {
  T t;
  int f() {
    return t.k();
  }
}
