import { limits } from "./limits";
import { unit } from "./unit";

export function show(x: number) {
  return unit(x, "many", limits);
}
