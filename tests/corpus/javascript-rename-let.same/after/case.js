function f(xs) {
  let sum = 0;
  for (const x of xs) {
    sum += x;
  }
  return sum;
}
