export function size(x: string): number {
  return x.length;
}
