import { log } from "./log";
import { load } from "./load";

export let limit = 3;

export function show(x: string) {
  log(load(x));
}
