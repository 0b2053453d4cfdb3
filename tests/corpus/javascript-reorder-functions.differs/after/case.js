function f() {
  return 2;
}
function f() {
  return 1;
}
