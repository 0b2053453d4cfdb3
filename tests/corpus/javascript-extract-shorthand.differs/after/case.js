import {get} from "./get.js";
export function f(k) {
  g(k);
}
function g(key) {
  get(key);
  get({key});
}
