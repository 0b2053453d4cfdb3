import {get} from "./get.js";
export function f(k) {
  const {a, b} = both(k);
  return a - b;
}
function both(k) {
  const b = get(k);
  const a = get(b);
  return {a, b};
}
