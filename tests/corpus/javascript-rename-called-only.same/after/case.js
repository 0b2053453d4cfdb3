function desk() {
  return 1;
}
export function open(x) {
  return x.name + desk();
}
