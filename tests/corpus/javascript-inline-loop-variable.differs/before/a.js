function f(x) {
  const all = x;
  for (const x of all) log(x);
}
