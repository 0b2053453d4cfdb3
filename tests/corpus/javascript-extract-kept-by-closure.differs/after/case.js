import {get} from "./get.js";
export function f(k) {
  let {a, b} = both(k);
  a = 1;
  return a + b();
}
function both(k) {
  let a = get(k);
  const b = get(() => a);
  return {a, b};
}
