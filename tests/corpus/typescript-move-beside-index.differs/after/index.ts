import { log } from "./log";
import { page } from "./markup";

export const seen = new Map<string, string>();

export function show(x: string) {
  return page(x);
}
