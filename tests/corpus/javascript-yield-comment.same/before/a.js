function* f() {
  const x = yield /* */ [1];
  return x;
}
