export function f(a) {
  use(/x/g, /x/g);
}
