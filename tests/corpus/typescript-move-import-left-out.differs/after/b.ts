import { Item } from "./a";

export const two = 2;
export function net(item: Item) {
  return item.n;
}
