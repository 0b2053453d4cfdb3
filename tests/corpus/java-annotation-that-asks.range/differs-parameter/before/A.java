class A {
  void f(@NonNull String a) {
    go(a);
  }
}
