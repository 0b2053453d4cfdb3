export function f(a) {
  for (const x of a) {
    if (x) break;
  }
}
