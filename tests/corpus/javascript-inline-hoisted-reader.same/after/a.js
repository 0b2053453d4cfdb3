function f() {
  g();
  function g() {
    log(1);
  }
}
