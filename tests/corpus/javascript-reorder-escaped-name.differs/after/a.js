function a() {
  return 2;
}
function b() {}
function \u0061() {
  return 1;
}
