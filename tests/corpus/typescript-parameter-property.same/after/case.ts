class A {
  constructor(x: string) {
    g(x);
  }
}
