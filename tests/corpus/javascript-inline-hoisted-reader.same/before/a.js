function f() {
  var x = 1;
  g();
  function g() {
    log(x);
  }
}
