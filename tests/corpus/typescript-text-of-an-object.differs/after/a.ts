const place = () => "a";

export function show(list: string[]): string {
  return list.join(place.toString());
}
