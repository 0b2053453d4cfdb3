console.log("a");
export interface Item {
  n: number;
}
export const ONE = 1;
export function net(item: Item, one = ONE) {
  return item.n;
}
