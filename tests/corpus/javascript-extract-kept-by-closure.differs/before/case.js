import {get} from "./get.js";
export function f(k) {
  let a = get(k);
  const b = get(() => a);
  a = 1;
  return a + b();
}
