export function one() {
  return 1;
}

export function vat(net) {
  return net * 0.19;
}
