class Order {
  toString() {
    return 'order';
  }
}
export function show() {
  return `${new Order()}`;
}
