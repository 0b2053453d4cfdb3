import {get} from "./get.js";
export function f(k) {
  const {size, at} = get(k);
  return at + size;
}
