import { BaseError } from "./base.mjs";

export class TaxError extends BaseError {}
export function check() {
  throw new TaxError("a", BaseError);
}
