import { read } from "./read";
import { log } from "./log";

const limit = 3;

function load(x: string) {
  return read(x, import.meta.url);
}

export function show(x: string) {
  log(load(x));
}
