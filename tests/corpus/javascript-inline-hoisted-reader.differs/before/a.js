function f() {
  g();
  var x = 1;
  function g() {
    log(x);
  }
}
