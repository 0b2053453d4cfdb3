import { seen } from "..";

export function page(x: string) {
  const known = seen.get(x);
  return known ?? `<!-- ${x} -->`;
}
