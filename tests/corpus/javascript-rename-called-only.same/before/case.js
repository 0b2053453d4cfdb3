function till() {
  return 1;
}
export function open(x) {
  return x.name + till();
}
