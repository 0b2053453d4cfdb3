export function vat(net) {
  return net * 2;
}

export function gross(net) {
  return net + vat(net);
}
