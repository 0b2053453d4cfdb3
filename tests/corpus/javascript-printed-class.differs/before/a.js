class Order {
  total() {
    return 1;
  }
}
export function show() {
  console.log(new Order());
}
