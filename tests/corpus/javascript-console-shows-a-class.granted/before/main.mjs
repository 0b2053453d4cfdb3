import { make } from "./cart.mjs";

console.log(make());
