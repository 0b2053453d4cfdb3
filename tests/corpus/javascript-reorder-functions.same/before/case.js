function f() {
  return g();
}
function g() {
  return 1;
}
