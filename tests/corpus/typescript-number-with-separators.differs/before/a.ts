export function check(text: string): boolean {
  const all = [limit(10_000)];
  return all.includes(text);
}
