import { vat } from "./rates";

console.log(vat);
