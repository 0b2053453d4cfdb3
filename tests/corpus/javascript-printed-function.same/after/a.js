function sum() {
  return 1;
}
export function show() {
  return `${sum()}`;
}
