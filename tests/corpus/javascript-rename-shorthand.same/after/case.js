import {get} from "./get.js";
export function f(k) {
  const found = get(k);
  return {k, t: found};
}
