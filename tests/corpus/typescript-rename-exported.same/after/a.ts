export function length(x: string): number {
  return x.length;
}
