import { BaseError } from "./base.mjs";

export class TaxError extends Error {}
export function check() {
  throw new TaxError("a", BaseError);
}
