const RATES = { food: 0.07 };

export function vat(net) {
  return net * 2;
}
