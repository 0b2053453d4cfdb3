function f(o) {
  return o?.run(load());
}
