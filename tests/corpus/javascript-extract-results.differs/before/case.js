import {get} from "./get.js";
export function f(k) {
  const a = get(k);
  const b = get(a);
  return a - b;
}
