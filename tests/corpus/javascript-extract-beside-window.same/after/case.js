import {log} from "./log.js";
export function show(a) {
  both(a);
}
function both(a) {
  log(window.size, a);
  log(a, a);
}
