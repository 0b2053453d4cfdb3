function f() {
  try {
    g();
  } catch (e) {
    var e = 1;
  }
  return e;
}
