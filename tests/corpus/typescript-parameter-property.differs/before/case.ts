class A {
  constructor(x: number) {
    g(x);
  }
}
