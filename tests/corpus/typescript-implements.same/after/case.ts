class A implements J {
  f() {}
}
