class Basket {
  a = 1;
}
export function make() {
  return new Basket();
}
