export function f(xs: Map<string, number>, keys: string[]) {
  for (const key of keys) {
    const item = xs.get(key);

    if (!item) {
      return key;
    }
  }
  for (const item of keys) {
    send(item);
  }
}
