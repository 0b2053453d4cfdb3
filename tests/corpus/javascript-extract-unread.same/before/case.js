import {run} from "./run.js";
export function f(a) {
  run(a);
  return a;
}
