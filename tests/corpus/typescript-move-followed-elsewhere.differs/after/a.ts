import { track } from "./b";

export function other(y: number) {
  return track(y) * 2;
}
