class Basket {
  a = 1;
}
function make() {
  return new Basket();
}
console.log(make());
