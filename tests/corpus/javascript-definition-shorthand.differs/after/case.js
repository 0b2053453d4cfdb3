function g() {
  return 1;
}
export const api = { g };
