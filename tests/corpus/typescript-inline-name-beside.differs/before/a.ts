export function f(xs: Map<string, number>, keys: string[], item: number) {
  for (const key of keys) {
    const item = xs.get(key);

    if (!item) {
      return key;
    }
    send(key);
  }
  send(item);
}
