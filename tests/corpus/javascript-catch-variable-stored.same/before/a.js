function f() {
  try {
    run();
  } catch (e) {
    let d = 2;
    log(e);
  }
}
