function show(a) {
  log(window.size, a);
  log(a, a);
}
