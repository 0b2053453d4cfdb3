function b() {
  return 1;
}
function a(
  x: { y: number; },
  z: string
) {
  return x;
}
export { a, b };
