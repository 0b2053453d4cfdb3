class Basket {
  toString() {
    return 'order';
  }
}
export function show() {
  return `${new Basket()}`;
}
