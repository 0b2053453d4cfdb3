function f() {
  try {
    g();
  } catch (e) {
    var x = 1;
  }
  return x;
}
