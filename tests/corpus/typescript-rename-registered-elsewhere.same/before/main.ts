import { register, table } from "./register";

export function vat() {
  return 1;
}
register(vat);
console.log(Object.keys(table));
