import { BaseError } from "./base.mjs";

export class RateError extends BaseError {}
export function check() {
  throw new RateError("a", BaseError);
}
