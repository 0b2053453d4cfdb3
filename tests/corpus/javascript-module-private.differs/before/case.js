export function helper(x) {
  return x;
}
export function run(x) {
  return helper(x);
}
