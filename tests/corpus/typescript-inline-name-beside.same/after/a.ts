export function f(xs: Map<string, number>, keys: string[]) {
  for (const key of keys) {

    if (!xs.get(key)) {
      return key;
    }
  }
  for (const item of keys) {
    send(item);
  }
}
