let count = 0;

function next() {
  console.log("next");
  return 1;
}

export function sum(show) {
  return show(count, next());
}
