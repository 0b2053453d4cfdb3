const o = {};
function g() {
  o['h'] = log;
  return 5;
}
function f() {
  const x = g();
  return o.h(x);
}
