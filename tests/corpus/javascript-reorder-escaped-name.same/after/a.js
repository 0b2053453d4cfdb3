function a() {
  return 2;
}
function b() {}
function c() {
  return 1;
}
