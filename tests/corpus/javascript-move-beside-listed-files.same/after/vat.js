export function vat(net) {
  return net * 0.19;
}
