function f(a, b) {
  if (a) {
    if (b) g();
  }
  else h();
}
