export function run(work: (event: string) => void) {
  work("x");
}
