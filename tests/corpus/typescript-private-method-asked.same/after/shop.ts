import { Cart } from "./cart";

export const size = (cart: Cart) => cart["size"]();
