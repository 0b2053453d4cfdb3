interface A {
  x: number;
}
enum E {
  B,
  A,
}
