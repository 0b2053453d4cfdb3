class A extends J {
  f() {}
}
