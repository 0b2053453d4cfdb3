import { log } from "./log";
export function gross(net: number): number {
  log(net);
  return net * 2;
}
export function show(net: number): string {
  return `${gross(net)}`;
}
