function f() {
  try {
    run();
  } catch (e) {
    var e = 2;
    log(e);
  }
}
