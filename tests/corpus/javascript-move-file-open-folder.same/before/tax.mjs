export function vat(net) {
  return net * 2;
}
