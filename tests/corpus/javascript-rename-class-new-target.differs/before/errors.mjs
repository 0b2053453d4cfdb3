
export class TaxError extends Error { constructor(text) { super(text); this.label = new.target.name; } }
export function check() {
  throw new TaxError("a");
}
