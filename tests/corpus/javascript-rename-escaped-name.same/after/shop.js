export function tax(net) {
  return net * 2;
}

export function gross(net) {
  return net + tax(net);
}
