function a(x: { y: number }, z: string,) {
  return x;
}
function b() {
  return 1;
}
export { a, b };
