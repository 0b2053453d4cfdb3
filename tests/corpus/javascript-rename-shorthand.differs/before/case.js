import {get} from "./get.js";
export function f(k) {
  const t = get(k);
  return {k, t};
}
