
export class TaxError extends Error { constructor(text) { super(text); this.label = new.target === undefined; } }
export function check() {
  throw new TaxError("a");
}
