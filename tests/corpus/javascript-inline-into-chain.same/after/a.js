function f(o) {
  return run(load())?.o;
}
