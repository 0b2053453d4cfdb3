function f(o) {
  const x = load();
  return run(x)?.o;
}
