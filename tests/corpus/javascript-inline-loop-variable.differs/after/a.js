function f(x) {
  for (const x of x) log(x);
}
