function g() {
  return 1;
}
function f() {
  return g();
}
