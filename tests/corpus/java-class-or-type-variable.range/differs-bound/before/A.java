class A<T extends X> {
  T t;
  int f() {
    return t.k();
  }
}
