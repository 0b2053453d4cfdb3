export function vat(net) {
  const part = 0.19;
  return net * part;
}
