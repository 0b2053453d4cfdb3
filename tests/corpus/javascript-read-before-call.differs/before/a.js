const counter = { n: 1 };
function next() {
  counter.n = 10;
  return 1;
}
function total() {
  const step = next();
  return show(counter.n, step);
}
function show(a, b) {
  return [a, b];
}
