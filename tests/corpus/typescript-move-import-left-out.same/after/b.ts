import { Item, ONE } from "./a";

export const two = 2;
export function net(item: Item, one = ONE) {
  return item.n;
}
