function f(a) {
  return new a?.b();
}
