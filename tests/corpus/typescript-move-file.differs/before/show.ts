import { read } from "./read";
import { log } from "./log";

const limit = 3;

const more = limit + 1;
function load(x: string) {
  return read(x, more);
}

export function show(x: string) {
  log(load(x));
}
