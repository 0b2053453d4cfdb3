class Cart {
  a = 1;
}
export function make() {
  return new Cart();
}
