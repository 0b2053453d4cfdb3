const o = {
  h(x) {
    return x;
  },
};
function g() {
  delete o.h;
  return 5;
}
function f() {
  const x = g();
  return o.h(x);
}
