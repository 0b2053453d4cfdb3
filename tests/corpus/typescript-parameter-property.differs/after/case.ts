class A {
  constructor(private x: number) {
    g(x);
  }
}
