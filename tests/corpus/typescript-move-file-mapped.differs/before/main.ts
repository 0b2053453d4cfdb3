import { vat } from "./tax";

console.log(vat);
