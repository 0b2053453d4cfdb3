import { log } from "./log";
export function gross(net: number): number {
  log(net);
  return net * 2;
}
