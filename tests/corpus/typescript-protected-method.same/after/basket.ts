import { Cart } from "./cart";

export class Basket extends Cart {
  half(): number {
    return this.size() / 2;
  }
}
