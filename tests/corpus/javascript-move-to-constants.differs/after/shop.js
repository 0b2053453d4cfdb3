const RATES = { food: start(), other: [0.19] };

export function vat(net) {
  return net * 0.19;
}
