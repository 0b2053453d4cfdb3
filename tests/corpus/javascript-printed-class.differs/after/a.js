class Basket {
  total() {
    return 1;
  }
}
export function show() {
  console.log(new Basket());
}
