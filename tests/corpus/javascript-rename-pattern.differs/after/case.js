import {get} from "./get.js";
export function f(k) {
  const {at: n, at} = get(k);
  return at + n;
}
