interface A {
  x: string;
}
enum E {
  A,
  B,
}
