class B<T extends Y> {
  T t;
}
