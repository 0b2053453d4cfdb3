import { register, table } from "./register";

export function tax() {
  return 1;
}
register(tax);
console.log(Object.keys(table));
