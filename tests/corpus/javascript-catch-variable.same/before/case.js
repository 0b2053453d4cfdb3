function f() {
  try {
    g();
  } catch (e) {
    return e;
  }
}
