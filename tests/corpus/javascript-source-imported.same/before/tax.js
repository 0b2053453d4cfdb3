export function vat(net) {
  const rate = 0.19;
  return net * rate;
}
