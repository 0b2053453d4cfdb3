function b() {
  return 1;
}
function a(
  x: { y: number; }
) {
  return x;
}
export { a, b };
