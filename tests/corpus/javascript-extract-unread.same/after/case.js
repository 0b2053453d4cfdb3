import {run} from "./run.js";
export function f(a) {
  const done = run(a);
  return a;
}
