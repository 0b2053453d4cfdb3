class B<T extends X> {
  int m;
  T t;
  int f() {
    return t.k();
  }
}
