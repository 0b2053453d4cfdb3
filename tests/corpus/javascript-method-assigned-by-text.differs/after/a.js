const o = {};
function g() {
  o['h'] = log;
  return 5;
}
function f() {
  return o.h(g());
}
