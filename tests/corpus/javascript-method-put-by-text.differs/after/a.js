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
  return o.h(g());
}
