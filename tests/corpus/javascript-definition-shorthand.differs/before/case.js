function f() {
  return 1;
}
export const api = { f };
