import type { Get, Log } from "./log";

export function at(x: number): number;
export function at(x: string): string;
export function at(x: any) {
  return x;
}

function twice(get: Get) {
  return {
    get size() {
      return at(get("a") + get("a"));
    },
  };
}

export function use(log: Log) {
  return twice(log.get).size;
}
