function c() {
  return 1;
}
function b() {}
function a() {
  return 2;
}
