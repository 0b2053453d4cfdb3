class A {
  m(x: number) {}
}
