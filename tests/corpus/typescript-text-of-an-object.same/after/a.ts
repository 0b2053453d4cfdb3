const place = new URL("https://a.b");

export function show(list: string[]): string {
  return list.join(place.toString());
}
