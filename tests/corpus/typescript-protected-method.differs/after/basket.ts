import { Cart } from "./cart";
import { mixed } from "shelves";

export class Basket extends mixed(Cart) {
  half(): number {
    return this.size() / 2;
  }
}
