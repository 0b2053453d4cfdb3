import {get} from "./get.js";
export function f(k) {
  g(k);
}
function g(k) {
  get(k);
  get({k});
}
