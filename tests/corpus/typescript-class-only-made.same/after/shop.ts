import { Basket } from "./cart";

export function size(cart: Basket) {
  return cart.size() + new Basket().size();
}
