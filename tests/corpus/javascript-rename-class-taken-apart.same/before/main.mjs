import { label } from "./label.mjs";

export class Cart {}
console.log(label(new Cart()));
