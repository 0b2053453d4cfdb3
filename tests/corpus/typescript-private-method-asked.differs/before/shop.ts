import { Cart } from "./cart";

export const ask = (cart: Cart) => cart["goods"]();
