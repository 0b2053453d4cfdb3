import type { Log } from "./log";
import { twice } from "./twice";

export function at(x: number): number;
export function at(x: string): string;
export function at(x: any) {
  return x;
}

export function use(log: Log) {
  return twice(log.get).size;
}
