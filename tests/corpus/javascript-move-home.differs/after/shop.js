function vat(net) {
  return net * 0.19;
}

export function gross(net) {
  return net + vat(net);
}
