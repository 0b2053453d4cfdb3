interface A {
  x: number;
}
enum E {
  A,
  B,
}
