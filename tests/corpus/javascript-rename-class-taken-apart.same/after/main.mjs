import { label } from "./label.mjs";

export class Basket {}
console.log(label(new Basket()));
