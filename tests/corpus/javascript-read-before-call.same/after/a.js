const counter = { n: 1 };
function next() {
  counter.n = 10;
  return 1;
}
function total() {
  const n = counter.n;
  return show(n, next());
}
function show(a, b) {
  return [a, b];
}
