export function run(work: (name: string) => void) {
  work("x");
}
