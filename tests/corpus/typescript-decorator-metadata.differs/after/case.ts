class A {
  @Inject() m(x: string) {}
}
