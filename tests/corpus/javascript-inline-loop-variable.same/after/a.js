function f(x) {
  for (const y of x) log(y);
}
