import {run} from "./run.js";
export async function f(a) {
  const done = await run(a);
  return a;
}
