const o = {};
function g() {
  o['k'] = log;
  return 5;
}
function f() {
  return o.h(g());
}
