function f(xs) {
  let total = 0;
  for (const x of xs) { total += x; }
  console.log(total);
}
f([1]);
