class A {
  @Override @SuppressWarnings("unused") void f(@Nullable String a) {
    go(a);
  }
}
