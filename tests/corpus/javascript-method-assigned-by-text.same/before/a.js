const o = {};
function g() {
  o['k'] = log;
  return 5;
}
function f() {
  const x = g();
  return o.h(x);
}
