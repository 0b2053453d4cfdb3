export function check(text: string): boolean {
  return [limit(10000)].includes(text);
}
