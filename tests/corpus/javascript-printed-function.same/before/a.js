function total() {
  return 1;
}
export function show() {
  return `${total()}`;
}
