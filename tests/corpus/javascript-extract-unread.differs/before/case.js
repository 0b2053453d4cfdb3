import {run} from "./run.js";
export async function f(a) {
  run(a);
  return a;
}
