function f(o) {
  const x = load();
  return o?.run(x);
}
