function f(x) {
  const all = x;
  for (const y of all) log(y);
}
