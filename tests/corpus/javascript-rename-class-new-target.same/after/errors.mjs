
export class RateError extends Error { constructor(text) { super(text); this.label = new.target === undefined; } }
export function check() {
  throw new RateError("a");
}
