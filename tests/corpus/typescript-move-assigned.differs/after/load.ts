import { read } from "./read";
import { limit } from "./show";

export function load(x: string) {
  limit = 4;
  return read(x, limit);
}
