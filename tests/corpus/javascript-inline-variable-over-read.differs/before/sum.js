let count = 0;

function next() {
  count += 1;
  return 1;
}

export function sum(show) {
  const one = next();
  return show(count, one);
}
