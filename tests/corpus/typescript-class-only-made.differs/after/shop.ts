import { Basket, tell } from "./cart";

export const name = tell(Basket);
