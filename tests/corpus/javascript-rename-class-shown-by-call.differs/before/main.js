class Cart {
  a = 1;
}
function make() {
  return new Cart();
}
console.log(make());
