import { read } from "./read";
import { limit } from "./show";

const more = limit + 1;
export function load(x: string) {
  return read(x, more);
}
