export function vat(net) {
  return net * 0.19;
}

export function both(net) {
  return vat(net) + 1;
}
