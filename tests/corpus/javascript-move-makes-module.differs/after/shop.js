const RATES = { food() { return this; } };

export function vat(net) {
  return net * 2;
}
