function f() {
  try {
    run();
  } catch (x) {
    var e = 2;
    log(x);
  }
}
