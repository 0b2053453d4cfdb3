import { vat } from "./tax.js";
console.log(vat(1));
