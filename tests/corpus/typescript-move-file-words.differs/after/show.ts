import { log } from "./log";
import { load } from "./load";

const limit = 3;

export function show(x: string) {
  log(load(x));
}
