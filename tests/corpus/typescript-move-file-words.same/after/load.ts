import { read } from "./read";
import { limit } from "./show";

export function load(x: string) {
  return read(x, String(limit));
}
