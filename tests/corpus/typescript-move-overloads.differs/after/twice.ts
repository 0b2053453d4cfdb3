import { at } from "./a";
import type { Get } from "./log";

export function twice(get: Get) {
  return {
    get size() {
      return at(get("a") + get("a"));
    },
  };
}
