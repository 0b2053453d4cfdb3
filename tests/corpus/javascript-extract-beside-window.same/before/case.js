import {log} from "./log.js";
export function show(a) {
  log(window.size, a);
  log(a, a);
}
