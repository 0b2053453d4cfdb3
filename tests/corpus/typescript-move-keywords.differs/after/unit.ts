import { limits } from "./others";

export function unit(number: number, type: string, options: typeof limits) {
  type Kind = string;
  const kind: Kind = type;
  return number > options.high ? kind : "few";
}
