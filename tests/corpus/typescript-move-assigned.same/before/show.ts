import { read } from "./read";
import { log } from "./log";

let limit = 3;

function load(x: string) {
  return read(x, limit);
}

export function show(x: string) {
  log(load(x));
}
