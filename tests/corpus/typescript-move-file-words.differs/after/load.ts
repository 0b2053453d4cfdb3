import { read } from "./read";

export function load(x: string) {
  return read(x, import.meta.url);
}
