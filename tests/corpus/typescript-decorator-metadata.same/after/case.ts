class A {
  m(x: string) {}
}
