export function log(x: unknown): void {
  console.log(x);
}
