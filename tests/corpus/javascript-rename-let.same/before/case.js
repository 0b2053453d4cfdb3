function f(xs) {
  let n = 0;
  for (const x of xs) {
    n += x;
  }
  return n;
}
