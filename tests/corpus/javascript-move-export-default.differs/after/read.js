import { parse } from "./parse.js";
export function read(text) {
  return parse(text);
}
