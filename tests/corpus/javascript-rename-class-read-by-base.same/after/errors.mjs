import { BaseError } from "./base.mjs";

export class RateError extends Error {}
export function check() {
  throw new RateError("a", BaseError);
}
