import { Cart, tell } from "./cart";

export const name = tell(Cart);
