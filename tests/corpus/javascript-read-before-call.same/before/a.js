const counter = { n: 1 };
function next() {
  counter.n = 10;
  return 1;
}
function total() {
  const n = counter.n;
  const step = next();
  return show(n, step);
}
function show(a, b) {
  return [a, b];
}
