import {get} from "./get.js";
export function f(k) {
  get(k);
  get({k});
}
