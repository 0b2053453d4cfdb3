function f() {
  try {
    run();
  } catch (x) {
    let d = 2;
    log(x);
  }
}
