import {get} from "./get.js";
export function f(k) {
  const {size: n, at} = get(k);
  return at + n;
}
