export function f(a) {
  for (const x of a) {
    for (const y of x) {
      if (y) break;
    }
  }
}
