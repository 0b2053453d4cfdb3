let count = 0;

function next() {
  console.log("next");
  return 1;
}

export function sum(show) {
  const one = next();
  return show(count, one);
}
