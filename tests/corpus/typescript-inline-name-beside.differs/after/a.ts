export function f(xs: Map<string, number>, keys: string[], item: number) {
  for (const key of keys) {

    if (!xs.get(key)) {
      return key;
    }
    send(item);
  }
  send(item);
}
