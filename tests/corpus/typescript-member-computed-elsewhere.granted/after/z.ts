export function find(o: any, n: string) {
  return o["lo" + n]();
}
