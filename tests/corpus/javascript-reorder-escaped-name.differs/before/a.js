function \u0061() {
  return 1;
}
function b() {}
function a() {
  return 2;
}
