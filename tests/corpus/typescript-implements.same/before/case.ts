class A implements I {
  f() {}
}
