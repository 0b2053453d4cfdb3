function f(xs) {
  let total = sum(xs);
  console.log(total);
}

function sum(xs) {
  let total = 0;
  for (const x of xs) { total += x; }
  return total;
}
f([1]);
