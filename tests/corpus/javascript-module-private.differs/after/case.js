export function assist(x) {
  return x;
}
export function run(x) {
  return assist(x);
}
