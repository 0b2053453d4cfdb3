const RATES = { food: 0.07, other: [0.19] };

export function vat(net) {
  return net * 0.19;
}
