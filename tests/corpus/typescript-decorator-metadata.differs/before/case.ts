class A {
  @Inject() m(x: number) {}
}
